package receiver

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"
)

// File is what exists at a path. See spec 5.3.
type File struct {
	Path string `json:"path"`
	// Type is file, directory, symlink or special.
	Type string `json:"type"`
	// Size is in bytes; 0 for a directory.
	Size int64 `json:"size"`
	// ETag changes with the contents.
	ETag       string    `json:"etag"`
	ModifiedAt time.Time `json:"modified_at"`
}

// Event is one change. File is what counts: it is what exists at the path now, or nil. See spec 9.4.
type Event struct {
	Type string `json:"type"`
	Path string `json:"path"`
	File *File  `json:"file"`
}

// Cursor is a place in the change log: a decimal integer, in JSON in a string.
type Cursor int64

// UnmarshalJSON reads a cursor.
func (cursor *Cursor) UnmarshalJSON(text []byte) error {
	var digits string
	if err := json.Unmarshal(text, &digits); err != nil {
		return err
	}
	value, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || value < 0 || strings.HasPrefix(digits, "+") {
		return errors.New("the cursor is not an integer")
	}
	*cursor = Cursor(value)
	return nil
}

// String returns the cursor as the service writes it.
func (cursor Cursor) String() string { return strconv.FormatInt(int64(cursor), 10) }

// Changes are the events up to a cursor: a message, or a page of the feed.
type Changes struct {
	Cursor Cursor  `json:"cursor"`
	Events []Event `json:"events"`
}

type message struct {
	Type string `json:"type"`
	Data *struct {
		Filesystem string  `json:"filesystem_id"`
		Cursor     *Cursor `json:"cursor"`
		Events     []Event `json:"events"`
	} `json:"data"`
}

// parseMessage reads the raw body of a verified request; nil when it is not a message. See spec 7.19.
func parseMessage(body []byte) *message {
	var parsed message
	if err := json.Unmarshal(body, &parsed); err != nil {
		return nil
	}
	isKnown := parsed.Type == "files.changed" || parsed.Type == "files.resync"
	if !isKnown || parsed.Data == nil || parsed.Data.Cursor == nil || parsed.Data.Events == nil {
		return nil
	}
	return &parsed
}
