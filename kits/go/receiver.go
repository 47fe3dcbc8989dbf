// Package receiver receives the webhooks of Tidemark: it verifies, applies by cursor, lists again and
// catches up.
package receiver

import (
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"time"
)

// MaxBodyBytes: a message has at most 256 KiB; the rest allows for a service that counts slightly
// differently.
const MaxBodyBytes = (256 + 16) * 1024

const (
	checkEvery    = time.Minute
	shortestPause = 250 * time.Millisecond
	longestPause  = 30 * time.Second
)

// Options of a receiver.
type Options struct {
	// Secrets are those of the webhook: one, or both while you replace it.
	Secrets []string
	Source  Source
	Store   Store
	// MaxQueued is how many messages may wait for the end of a listing; more are refused. Default: 256.
	MaxQueued int
	// CheckEvery is how often to look for a listing that another process has left. Default: a minute.
	CheckEvery time.Duration
	// Now returns the current time. Default: time.Now
	Now func() time.Time
}

// Receiver follows the rules of spec 9.1, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7. It is an http.Handler.
type Receiver struct {
	options Options
	keys    [][]byte
	due     chan struct{}
}

// New returns a receiver. Call Run too.
func New(options Options) (*Receiver, error) {
	if options.MaxQueued == 0 {
		options.MaxQueued = 256
	}
	if options.CheckEvery == 0 {
		options.CheckEvery = checkEvery
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	receiver := &Receiver{options: options, due: make(chan struct{}, 1)}
	for _, secret := range options.Secrets {
		key, err := SigningKey(secret)
		if err != nil {
			return nil, err
		}
		receiver.keys = append(receiver.keys, key)
	}
	receiver.wake()
	return receiver, nil
}

// ServeHTTP handles a webhook request. A failure of the store is a 500, so that the message comes
// again. See spec 7.20, 9.6.
func (receiver *Receiver) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	status, outcome := receiver.respond(response, request)
	response.Header().Set("Content-Type", "application/json")
	response.WriteHeader(status)
	_, _ = io.WriteString(response, `{"outcome":"`+outcome+`"}`)
}

func (receiver *Receiver) respond(response http.ResponseWriter, request *http.Request) (int, string) {
	if request.Method != http.MethodPost {
		response.Header().Set("Allow", http.MethodPost)
		return http.StatusMethodNotAllowed, "method_not_allowed"
	}
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, MaxBodyBytes))
	if err != nil {
		return http.StatusRequestEntityTooLarge, "body_too_large"
	}
	headers := SignatureHeaders{
		ID:        request.Header.Get("Webhook-Id"),
		Timestamp: request.Header.Get("Webhook-Timestamp"),
		Signature: request.Header.Get("Webhook-Signature"),
	}
	status, outcome, err := receiver.Receive(request.Context(), headers, body)
	if err != nil {
		log.Printf("tidemark: failed to store a message: %v", err)
		return http.StatusInternalServerError, "internal"
	}
	return status, outcome
}

// Receive verifies and stores a message. It returns the status to respond with, and what happened.
// After an error, which is one of the store, respond with 500.
func (receiver *Receiver) Receive(ctx context.Context, headers SignatureHeaders, body []byte) (int, string, error) {
	if verdict := Verify(receiver.keys, headers, body, receiver.options.Now()); verdict != "authentic" {
		return http.StatusUnauthorized, verdict, nil
	}
	message := parseMessage(body)
	if message == nil {
		return http.StatusBadRequest, "not_a_message", nil
	}
	if message.Data.Filesystem != receiver.options.Source.Filesystem {
		return http.StatusBadRequest, "another_filesystem", nil
	}
	var outcome string
	err := receiver.options.Store.Transaction(ctx, func(tx Transaction) (err error) {
		outcome, err = receiver.accept(tx, message)
		return err
	})
	if err != nil {
		return http.StatusInternalServerError, "internal", err
	}
	// Another process may have begun the listing that it waits for, and be gone.
	if outcome != "applied" {
		receiver.wake()
	}
	if outcome == "queue_full" {
		return http.StatusServiceUnavailable, outcome, nil
	}
	return http.StatusOK, outcome, nil
}

// accept applies a message by cursor, or queues it while a listing is pending. See spec 9.3, 9.5.
func (receiver *Receiver) accept(tx Transaction, message *message) (string, error) {
	state, err := tx.Lock()
	if err != nil {
		return "", err
	}
	cursor := *message.Data.Cursor
	asksToList := message.Type == "files.resync"
	known := state.Cursor
	if state.Resync != nil {
		known = state.Resync
	} else if asksToList {
		// The feed has no resyncs: it moves the cursor past one that only a listing applies.
		known = state.Listed
	}
	if known != nil && cursor <= *known {
		return "duplicate", nil
	}
	// Changes cannot complete what was never listed, for example after the state was lost.
	if asksToList || known == nil {
		return "resync", beginListing(tx, state, later(cursor, state.Cursor))
	}
	if state.Resync != nil {
		length, err := tx.QueueLength()
		if err != nil || length >= receiver.options.MaxQueued {
			return "queue_full", err
		}
		return "queued", tx.Enqueue(Changes{cursor, message.Data.Events})
	}
	state.Cursor = &cursor
	if err := tx.Save(state); err != nil {
		return "", err
	}
	return "applied", tx.Apply(message.Data.Events)
}

// beginListing: the coming listing is newer than all that is queued up to the cursor.
func beginListing(tx Transaction, state State, cursor Cursor) error {
	state.Resync = &cursor
	if err := tx.Save(state); err != nil {
		return err
	}
	return tx.Dequeue(cursor)
}

func later(cursor Cursor, other *Cursor) Cursor {
	if other != nil && *other > cursor {
		return *other
	}
	return cursor
}

func (receiver *Receiver) wake() {
	select {
	case receiver.due <- struct{}{}:
	default:
	}
}

// Run catches up, and lists again when a message asks for it, until the context ends.
func (receiver *Receiver) Run(ctx context.Context) {
	timer := time.NewTicker(receiver.options.CheckEvery)
	defer timer.Stop()
	for withFeed := true; ; withFeed = false {
		select {
		case <-ctx.Done():
			return
		case <-receiver.due:
		case <-timer.C:
		}
		for pause := shortestPause; ; pause *= 2 {
			err := receiver.sync(ctx, withFeed)
			if err == nil || ctx.Err() != nil {
				break
			}
			log.Printf("tidemark: failed to synchronise, trying again: %v", err)
			if pause > longestPause {
				pause = longestPause
			}
			wait := pause
			var refusal *APIError
			if errors.As(err, &refusal) && refusal.RetryAfter > 0 {
				wait = refusal.RetryAfter
			}
			select {
			case <-ctx.Done():
			case <-time.After(wait):
			}
		}
	}
}
