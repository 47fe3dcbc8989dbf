package receiver

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
)

// PostgresSchema are the tables of the store, for your migrations.
const PostgresSchema = `
CREATE TABLE IF NOT EXISTS tidemark_state (
  name text PRIMARY KEY,
  cursor bigint,
  resync bigint,
  listed bigint,
  prefix text
);
CREATE TABLE IF NOT EXISTS tidemark_queue (
  name text,
  cursor bigint,
  events text NOT NULL,
  PRIMARY KEY (name, cursor)
);
`

// PostgresStore is a store in PostgreSQL, with the driver of your choice. Any number of processes may
// share it.
type PostgresStore struct {
	DB *sql.DB
	// Name tells the webhooks in one database apart, such as the webhook's id: each has a cursor of its own.
	Name string
	// Apply sets each path to its file, in the transaction of the cursor.
	Apply func(ctx context.Context, tx *sql.Tx, events []Event) error
	// Replace replaces all files with a listing.
	Replace func(ctx context.Context, tx *sql.Tx, pages Pages) error
}

// Transaction implements Store.
func (store *PostgresStore) Transaction(ctx context.Context, work func(Transaction) error) error {
	tx, err := store.DB.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil {
		return err
	}
	// Without effect after the commit.
	defer tx.Rollback()
	if err := work(&postgresTransaction{store, ctx, tx}); err != nil {
		return err
	}
	return tx.Commit()
}

type postgresTransaction struct {
	store *PostgresStore
	ctx   context.Context
	tx    *sql.Tx
}

func (tx *postgresTransaction) exec(text string, values ...any) error {
	_, err := tx.tx.ExecContext(tx.ctx, text, append([]any{tx.store.Name}, values...)...)
	return err
}

func (tx *postgresTransaction) read(locking string) (State, error) {
	var cursor, resync, listed sql.NullInt64
	var prefix sql.NullString
	text := "SELECT cursor, resync, listed, prefix FROM tidemark_state WHERE name = $1 " + locking
	row := tx.tx.QueryRowContext(tx.ctx, text, tx.store.Name)
	err := row.Scan(&cursor, &resync, &listed, &prefix)
	return State{known(cursor), known(resync), known(listed), prefix.String}, err
}

func (tx *postgresTransaction) Read() (State, error) {
	state, err := tx.read("")
	if errors.Is(err, sql.ErrNoRows) {
		return State{}, nil
	}
	return state, err
}

func (tx *postgresTransaction) Lock() (State, error) {
	state, err := tx.read("FOR UPDATE")
	if !errors.Is(err, sql.ErrNoRows) {
		return state, err
	}
	err = tx.exec("INSERT INTO tidemark_state (name) VALUES ($1) ON CONFLICT DO NOTHING")
	if err != nil {
		return State{}, err
	}
	return tx.read("FOR UPDATE")
}

func (tx *postgresTransaction) Save(state State) error {
	return tx.exec(`UPDATE tidemark_state SET cursor = $2, resync = $3, listed = $4, prefix = $5
		WHERE name = $1`,
		nullable(state.Cursor), nullable(state.Resync), nullable(state.Listed), state.Prefix)
}

func (tx *postgresTransaction) Apply(events []Event) error {
	return tx.store.Apply(tx.ctx, tx.tx, events)
}

func (tx *postgresTransaction) Replace(pages Pages) error {
	return tx.store.Replace(tx.ctx, tx.tx, pages)
}

func (tx *postgresTransaction) WaitForListing() error {
	return tx.exec("SELECT pg_advisory_xact_lock(hashtextextended('tidemark ' || $1, 0))")
}

func (tx *postgresTransaction) QueueLength() (int, error) {
	var length int
	text := "SELECT count(*) FROM tidemark_queue WHERE name = $1"
	err := tx.tx.QueryRowContext(tx.ctx, text, tx.store.Name).Scan(&length)
	return length, err
}

func (tx *postgresTransaction) Enqueue(changes Changes) error {
	events, err := json.Marshal(changes.Events)
	if err != nil {
		return err
	}
	return tx.exec(`INSERT INTO tidemark_queue (name, cursor, events) VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, int64(changes.Cursor), string(events))
}

func (tx *postgresTransaction) Queue() ([]Changes, error) {
	text := "SELECT cursor, events FROM tidemark_queue WHERE name = $1 ORDER BY cursor"
	rows, err := tx.tx.QueryContext(tx.ctx, text, tx.store.Name)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var queue []Changes
	for rows.Next() {
		var changes Changes
		var events []byte
		if err := rows.Scan(&changes.Cursor, &events); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(events, &changes.Events); err != nil {
			return nil, err
		}
		queue = append(queue, changes)
	}
	return queue, rows.Err()
}

func (tx *postgresTransaction) Dequeue(upTo Cursor) error {
	return tx.exec("DELETE FROM tidemark_queue WHERE name = $1 AND cursor <= $2", int64(upTo))
}

func known(value sql.NullInt64) *Cursor {
	if !value.Valid {
		return nil
	}
	cursor := Cursor(value.Int64)
	return &cursor
}

func nullable(cursor *Cursor) sql.NullInt64 {
	if cursor == nil {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: int64(*cursor), Valid: true}
}
