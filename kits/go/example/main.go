// Mirrors a filesystem into the table "files". The conformance suite of the kits drives this program.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/lib/pq"

	receiver "tidemark.example/receiver"
)

const filesTable = `
CREATE TABLE IF NOT EXISTS files (
  path text NOT NULL,
  type text NOT NULL,
  size bigint NOT NULL,
  etag text NOT NULL,
  modified_at timestamptz NOT NULL,
  -- Unique by a hash: a path has up to 4,096 bytes, and a primary key takes at most 2,704.
  EXCLUDE USING hash (path WITH =)
)`

func remove(ctx context.Context, tx *sql.Tx, paths []string) error {
	_, err := tx.ExecContext(ctx, "DELETE FROM files WHERE path = ANY ($1)", pq.Array(paths))
	return err
}

func put(ctx context.Context, tx *sql.Tx, files []receiver.File) error {
	paths := []string{}
	for _, file := range files {
		paths = append(paths, file.Path)
	}
	if err := remove(ctx, tx, paths); err != nil {
		return err
	}
	rows, err := json.Marshal(files)
	if err != nil {
		return err
	}
	text := "INSERT INTO files SELECT * FROM json_populate_recordset(null::files, $1)"
	_, err = tx.ExecContext(ctx, text, string(rows))
	return err
}

func apply(ctx context.Context, tx *sql.Tx, events []receiver.Event) error {
	// A path can occur more than once; its last event counts.
	last := map[string]*receiver.File{}
	for _, event := range events {
		last[event.Path] = event.File
	}
	paths, files := []string{}, []receiver.File{}
	for path, file := range last {
		paths = append(paths, path)
		if file != nil {
			files = append(files, *file)
		}
	}
	if err := remove(ctx, tx, paths); err != nil {
		return err
	}
	return put(ctx, tx, files)
}

func replace(ctx context.Context, tx *sql.Tx, pages receiver.Pages) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM files"); err != nil {
		return err
	}
	return pages(func(files []receiver.File) error {
		if len(files) == 0 {
			return nil
		}
		return put(ctx, tx, files)
	})
}

func main() {
	db, err := sql.Open("postgres", os.Getenv("DATABASE_URL"))
	check(err)
	_, err = db.Exec(receiver.PostgresSchema + filesTable)
	check(err)
	source := receiver.Source{
		API:        os.Getenv("TIDEMARK_API"),
		Key:        os.Getenv("TIDEMARK_KEY"),
		Org:        os.Getenv("TIDEMARK_ORG"),
		Filesystem: os.Getenv("TIDEMARK_FILESYSTEM"),
		Prefix:     os.Getenv("TIDEMARK_PREFIX"),
	}
	maxQueued, _ := strconv.Atoi(os.Getenv("TIDEMARK_MAX_QUEUED"))
	webhook, err := receiver.New(receiver.Options{
		Secrets:   strings.Fields(os.Getenv("TIDEMARK_SECRETS")),
		Source:    source,
		MaxQueued: maxQueued,
		Store: &receiver.PostgresStore{
			// Named by the filesystem as long as one webhook follows it: each needs a name of its own.
			DB: db, Name: source.Filesystem, Apply: apply, Replace: replace,
		},
	})
	check(err)
	http.Handle("/", webhook)
	http.HandleFunc("/state", func(response http.ResponseWriter, _ *http.Request) {
		var files string
		text := "SELECT coalesce(json_agg(files), '[]') FROM files"
		if err := db.QueryRow(text).Scan(&files); err != nil {
			http.Error(response, err.Error(), http.StatusInternalServerError)
			return
		}
		fmt.Fprintf(response, `{"files":%s}`, files)
	})
	go webhook.Run(context.Background())
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
