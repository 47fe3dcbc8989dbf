import unittest

from tidemark_receiver import signing_key, verify

# The published vector of Standard Webhooks.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
TIMESTAMP = 1614265330
BODY = b'{"test": 2432232314}'
HEADERS = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": str(TIMESTAMP),
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}


class Verify(unittest.TestCase):
    def test_the_published_vector_is_accepted_for_300_seconds(self):
        keys = [signing_key(SECRET)]
        for late in (-300, 0, 300):
            self.assertEqual(verify(keys, HEADERS, BODY, TIMESTAMP + late), "authentic")
        for late in (-301, 301):
            self.assertEqual(verify(keys, HEADERS, BODY, TIMESTAMP + late), "bad_timestamp")
        self.assertEqual(verify([], HEADERS, BODY, TIMESTAMP), "bad_signature")

    def test_what_is_no_secret_is_refused(self):
        for text in ("", "whsec_", SECRET[6:], "whsec_not base64"):
            with self.assertRaises(ValueError):
                signing_key(text)


if __name__ == "__main__":
    unittest.main()
