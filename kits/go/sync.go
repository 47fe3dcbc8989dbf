package receiver

import (
	"context"
	"errors"
)

// errSuperseded: another resync arrived, and the listing may miss the changes it is about.
var errSuperseded = errors.New("another resync arrived")

// sync lists while a listing is pending, and what was never listed; otherwise withFeed reads the change
// feed. See spec 9.5, 9.7.
func (receiver *Receiver) sync(ctx context.Context, withFeed bool) error {
	for isBehind := withFeed; ; {
		var state State
		err := receiver.options.Store.Transaction(ctx, func(tx Transaction) (err error) {
			state, err = tx.Read()
			return err
		})
		switch {
		case err != nil:
		case state.Resync != nil:
			err = receiver.list(ctx, *state.Resync)
			// What changed since comes with the messages.
			isBehind = false
		// The feed tells nothing of files that were at another prefix before.
		case state.Cursor == nil || state.Prefix != receiver.options.Source.prefix():
			var head Cursor
			if head, err = receiver.options.Source.head(ctx); err == nil {
				err = receiver.makePending(ctx, state.Cursor, head)
			}
		case !isBehind:
			return nil
		default:
			isBehind, err = receiver.readFeed(ctx, *state.Cursor)
		}
		if err != nil {
			return err
		}
	}
}

func (receiver *Receiver) list(ctx context.Context, resync Cursor) error {
	err := receiver.options.Store.Transaction(ctx, func(tx Transaction) error {
		if err := tx.WaitForListing(); err != nil {
			return err
		}
		state, err := tx.Read()
		if err != nil || !same(state.Resync, &resync) {
			return err
		}
		if err := tx.Replace(receiver.options.Source.list(ctx)); err != nil {
			return err
		}
		// Only now, so that messages can be queued during the listing.
		if state, err = tx.Lock(); err != nil {
			return err
		}
		if !same(state.Resync, &resync) {
			return errSuperseded
		}
		return receiver.applyQueue(tx, resync)
	})
	if errors.Is(err, errSuperseded) {
		return nil
	}
	return err
}

func (receiver *Receiver) applyQueue(tx Transaction, resync Cursor) error {
	queue, err := tx.Queue()
	if err != nil {
		return err
	}
	cursor := resync
	for _, queued := range queue {
		if queued.Cursor <= cursor {
			continue
		}
		cursor = queued.Cursor
		if err := tx.Apply(queued.Events); err != nil {
			return err
		}
	}
	if err := tx.Dequeue(cursor); err != nil {
		return err
	}
	prefix := receiver.options.Source.prefix()
	return tx.Save(State{Cursor: &cursor, Listed: &resync, Prefix: prefix})
}

// makePending makes a listing pending, unless the state has changed since it was read.
func (receiver *Receiver) makePending(ctx context.Context, read *Cursor, resync Cursor) error {
	return receiver.options.Store.Transaction(ctx, func(tx Transaction) error {
		state, err := tx.Lock()
		if err != nil || state.Resync != nil || !same(state.Cursor, read) {
			return err
		}
		return beginListing(tx, state, resync)
	})
}

// readFeed applies one page of the feed; it returns whether the receiver is still behind.
func (receiver *Receiver) readFeed(ctx context.Context, after Cursor) (bool, error) {
	page, err := receiver.options.Source.changes(ctx, after)
	var refusal *APIError
	if errors.As(err, &refusal) && refusal.Code == "cursor_expired" {
		return true, receiver.makePending(ctx, &after, refusal.expired)
	}
	if err != nil {
		return false, err
	}
	more := true
	err = receiver.options.Store.Transaction(ctx, func(tx Transaction) error {
		state, err := tx.Lock()
		if err != nil || state.Resync != nil || state.Cursor == nil || *state.Cursor < after {
			return err
		}
		more = page.HasMore
		// A message that arrived meanwhile may have advanced past this page.
		if page.Cursor <= *state.Cursor {
			return nil
		}
		state.Cursor = &page.Cursor
		if err := tx.Save(state); err != nil {
			return err
		}
		return tx.Apply(page.Events)
	})
	return more, err
}

func same(a, b *Cursor) bool {
	return a == b || (a != nil && b != nil && *a == *b)
}
