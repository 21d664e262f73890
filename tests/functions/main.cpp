#define BOOST_TEST_MODULE functions
#include <boost/test/unit_test.hpp>
