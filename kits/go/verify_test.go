package receiver

import (
	"testing"
	"time"
)

// The published vector of Standard Webhooks.
const (
	secret    = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	timestamp = 1614265330
	given     = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
)

func TestVerifyAcceptsThePublishedVectorFor300Seconds(t *testing.T) {
	key, err := SigningKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	headers := SignatureHeaders{"msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", given}
	body := []byte(`{"test": 2432232314}`)
	for late, expected := range map[int64]string{
		-301: "bad_timestamp", -300: "authentic", 0: "authentic", 300: "authentic", 301: "bad_timestamp",
	} {
		if verdict := Verify([][]byte{key}, headers, body, time.Unix(timestamp+late, 0)); verdict != expected {
			t.Errorf("%d s late: %s, expected %s", late, verdict, expected)
		}
	}
	if verdict := Verify(nil, headers, body, time.Unix(timestamp, 0)); verdict != "bad_signature" {
		t.Errorf("without a key: %s", verdict)
	}
}

func TestSigningKeyRefusesWhatIsNoSecret(t *testing.T) {
	for _, text := range []string{"", "whsec_", secret[6:], "whsec_not base64"} {
		if _, err := SigningKey(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}
