// Mirrors a filesystem in memory, and lists it again at every start.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strings"

	receiver "tidemark.example/receiver"
)

func main() {
	store := &receiver.MemoryStore{}
	webhook, err := receiver.New(receiver.Options{
		Secrets: strings.Fields(os.Getenv("TIDEMARK_SECRETS")),
		Source: receiver.Source{
			API:        os.Getenv("TIDEMARK_API"),
			Key:        os.Getenv("TIDEMARK_KEY"),
			Org:        os.Getenv("TIDEMARK_ORG"),
			Filesystem: os.Getenv("TIDEMARK_FILESYSTEM"),
			Prefix:     os.Getenv("TIDEMARK_PREFIX"),
		},
		Store: store,
	})
	if err != nil {
		log.Fatal(err)
	}
	http.Handle("/", webhook)
	http.HandleFunc("/state", func(response http.ResponseWriter, _ *http.Request) {
		files := []receiver.File{}
		for _, file := range store.Files() {
			files = append(files, file)
		}
		_ = json.NewEncoder(response).Encode(map[string]any{"files": files})
	})
	go webhook.Run(context.Background())
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
