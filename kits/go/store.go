package receiver

import "context"

// State is how far a receiver is.
type State struct {
	// Cursor is the last applied one; nil until the first listing is complete.
	Cursor *Cursor
	// Resync is the cursor of a resync whose listing is pending, else nil.
	Resync *Cursor
	// Listed is the cursor from which the files were last listed; nil before. The feed does not move it.
	Listed *Cursor
	// Prefix is what was listed then.
	Prefix string
}

// Pages calls yield with each page of a listing, until that returns an error.
type Pages func(yield func([]File) error) error

// Transaction is stored as a whole or not at all: that makes a duplicate harmless and a kill safe.
// See spec 9.3.
type Transaction interface {
	// Read returns the state as it is now.
	Read() (State, error)
	// Lock returns the state and lets no other transaction do so until this one has ended.
	Lock() (State, error)
	Save(State) error
	// Apply sets each path to its file: your result.
	Apply([]Event) error
	// Replace replaces all files with a listing: your result.
	Replace(Pages) error
	// WaitForListing waits until no other transaction is listing.
	WaitForListing() error
	// QueueLength says how many messages are in the queue.
	QueueLength() (int, error)
	// Enqueue puts a message into the queue, unless one with its cursor is there already.
	Enqueue(Changes) error
	// Queue returns the queue in the order of its cursors.
	Queue() ([]Changes, error)
	// Dequeue removes all messages up to a cursor from the queue.
	Dequeue(upTo Cursor) error
}

// Store is where a receiver keeps its cursor, its queue and its result.
type Store interface {
	// Transaction commits when work returns nil; otherwise nothing has happened. Statements see what
	// others have committed (READ COMMITTED).
	Transaction(ctx context.Context, work func(Transaction) error) error
}
