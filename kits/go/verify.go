package receiver

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Tolerance is the maximum difference between a message's timestamp and our clock: it limits replays.
const Tolerance = 300 * time.Second

var timestampDigits = regexp.MustCompile(`^[0-9]{1,12}$`)

// SigningKey takes a secret as the service shows it (whsec_ and base64) and returns the HMAC key.
// Its error never contains the secret.
func SigningKey(secret string) ([]byte, error) {
	secret = strings.TrimSpace(secret)
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 || !strings.HasPrefix(secret, "whsec_") {
		return nil, errors.New("the secret must be whsec_ followed by base64")
	}
	return key, nil
}

// Signature returns the "v1,<base64>" item for a message. See spec 9.1.
func Signature(key []byte, id, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// SignatureHeaders are the three headers that authenticate a message; empty if missing.
type SignatureHeaders struct{ ID, Timestamp, Signature string }

// Verify says whether a request comes from the service: "authentic", or what is wrong. It takes the
// keys that are valid and the raw body before any parsing. See spec 9.1, 9.2.
func Verify(keys [][]byte, headers SignatureHeaders, body []byte, now time.Time) string {
	if headers.ID == "" || headers.Timestamp == "" || headers.Signature == "" {
		return "missing_header"
	}
	if !timestampDigits.MatchString(headers.Timestamp) {
		return "bad_timestamp"
	}
	seconds, _ := strconv.ParseInt(headers.Timestamp, 10, 64)
	if late := now.Sub(time.Unix(seconds, 0)); late > Tolerance || late < -Tolerance {
		return "bad_timestamp"
	}
	// After a rotation there is one item per secret, and the receiver may know either or both.
	for _, key := range keys {
		expected := []byte(Signature(key, headers.ID, headers.Timestamp, body))
		for _, item := range strings.Split(headers.Signature, " ") {
			if hmac.Equal([]byte(item), expected) {
				return "authentic"
			}
		}
	}
	return "bad_signature"
}
