package receiver

import (
	"context"
	"sort"
	"sync"
)

// MemoryStore is a store in memory, for a cache that is listed again at every start.
type MemoryStore struct {
	// commit orders transactions that lock the state; access protects the fields.
	commit, access sync.Mutex
	files          map[string]File
	state          State
	queue          []Changes
}

// Files returns a copy of the files by path.
func (store *MemoryStore) Files() map[string]File {
	store.access.Lock()
	defer store.access.Unlock()
	files := make(map[string]File, len(store.files))
	for path, file := range store.files {
		files[path] = file
	}
	return files
}

// Transaction implements Store.
func (store *MemoryStore) Transaction(_ context.Context, work func(Transaction) error) error {
	tx := &memoryTransaction{store: store}
	defer tx.unlock()
	if err := work(tx); err != nil {
		return err
	}
	store.access.Lock()
	defer store.access.Unlock()
	for _, write := range tx.writes {
		write()
	}
	return nil
}

type memoryTransaction struct {
	store    *MemoryStore
	isLocked bool
	// writes take effect at the end.
	writes []func()
}

func (tx *memoryTransaction) unlock() {
	if tx.isLocked {
		tx.store.commit.Unlock()
	}
}

func (tx *memoryTransaction) write(change func()) error {
	tx.writes = append(tx.writes, change)
	return nil
}

func (tx *memoryTransaction) Read() (State, error) {
	tx.store.access.Lock()
	defer tx.store.access.Unlock()
	return tx.store.state, nil
}

func (tx *memoryTransaction) Lock() (State, error) {
	tx.store.commit.Lock()
	tx.isLocked = true
	return tx.Read()
}

func (tx *memoryTransaction) Save(state State) error {
	return tx.write(func() { tx.store.state = state })
}

func (tx *memoryTransaction) Apply(events []Event) error {
	return tx.write(func() {
		for _, event := range events {
			if event.File == nil {
				delete(tx.store.files, event.Path)
			} else {
				tx.store.files[event.Path] = *event.File
			}
		}
	})
}

func (tx *memoryTransaction) Replace(pages Pages) error {
	listed := map[string]File{}
	err := pages(func(files []File) error {
		for _, file := range files {
			listed[file.Path] = file
		}
		return nil
	})
	if err != nil {
		return err
	}
	return tx.write(func() { tx.store.files = listed })
}

// WaitForListing has nothing to wait for: there is one process, and a receiver lists once at a time.
func (tx *memoryTransaction) WaitForListing() error { return nil }

func (tx *memoryTransaction) QueueLength() (int, error) {
	queue, err := tx.Queue()
	return len(queue), err
}

func (tx *memoryTransaction) Enqueue(changes Changes) error {
	return tx.write(func() {
		queue := tx.store.queue
		at := sort.Search(len(queue), func(i int) bool { return queue[i].Cursor >= changes.Cursor })
		if at < len(queue) && queue[at].Cursor == changes.Cursor {
			return
		}
		rest := append([]Changes{changes}, queue[at:]...)
		tx.store.queue = append(queue[:at:at], rest...)
	})
}

func (tx *memoryTransaction) Queue() ([]Changes, error) {
	tx.store.access.Lock()
	defer tx.store.access.Unlock()
	return tx.store.queue, nil
}

func (tx *memoryTransaction) Dequeue(upTo Cursor) error {
	return tx.write(func() {
		queue := tx.store.queue
		at := sort.Search(len(queue), func(i int) bool { return queue[i].Cursor > upTo })
		tx.store.queue = queue[at:]
	})
}
