package receiver

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestRunTakesOverAListingThatAnotherProcessLeft(t *testing.T) {
	service := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body := `{"root": null, "entries": [], "next_page_token": null}`
		if strings.HasSuffix(request.URL.Path, "/changes") {
			body = `{"cursor": "1", "events": [], "has_more": false}`
		}
		_, _ = io.WriteString(response, body)
	}))
	defer service.Close()
	store := &MemoryStore{}
	webhook, err := New(Options{
		Secrets:    []string{secret},
		Source:     Source{API: service.URL, Key: "tmk_1", Org: "org_1", Filesystem: "fs_1"},
		Store:      store,
		CheckEvery: 20 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go webhook.Run(ctx)
	waitUntilListed(t, store, 1)
	resync := Cursor(2)
	err = store.Transaction(ctx, func(tx Transaction) error {
		state, err := tx.Lock()
		if err != nil {
			return err
		}
		state.Resync = &resync
		return tx.Save(state)
	})
	if err != nil {
		t.Fatal(err)
	}
	waitUntilListed(t, store, resync)
}

func waitUntilListed(t *testing.T, store Store, cursor Cursor) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		var state State
		err := store.Transaction(context.Background(), func(tx Transaction) (err error) {
			state, err = tx.Read()
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if state.Listed != nil && *state.Listed == cursor {
			return
		}
	}
	t.Fatalf("timed out waiting for a listing from %s", cursor)
}
