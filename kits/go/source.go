package receiver

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const requestTimeout = 30 * time.Second

// Source says which part of which filesystem a receiver follows, and how to read it.
type Source struct {
	// API is the origin of the service, such as https://files.example.com.
	API string
	// Key is an API key that can read the filesystem.
	Key        string
	Org        string
	Filesystem string
	// Prefix is the webhook's path_prefix. Default: /
	Prefix string
}

// APIError is a refusal of the service.
type APIError struct {
	Status int
	Code   string
	// RetryAfter says when the request may be repeated; 0 if unknown.
	RetryAfter time.Duration
	expired    Cursor
}

func (err *APIError) Error() string {
	return fmt.Sprintf("the service returned %d %s", err.Status, err.Code)
}

// client does not follow redirects: the key is for the service alone.
var client = &http.Client{
	Timeout:       requestTimeout,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

type feedPage struct {
	Changes
	HasMore bool `json:"has_more"`
}

// head returns the newest cursor.
func (source Source) head(ctx context.Context) (Cursor, error) {
	var page feedPage
	err := source.get(ctx, "changes", url.Values{"path_prefix": {source.prefix()}}, &page)
	return page.Cursor, err
}

// changes returns the changes after a cursor; an *APIError with the code cursor_expired when only a
// listing helps. See spec 6.6, 9.7.
func (source Source) changes(ctx context.Context, after Cursor) (feedPage, error) {
	var page feedPage
	query := url.Values{
		"cursor": {after.String()}, "limit": {"1000"}, "path_prefix": {source.prefix()},
	}
	err := source.get(ctx, "changes", query, &page)
	return page, err
}

// list returns everything at the prefix and below it, in pages, without the root directory.
func (source Source) list(ctx context.Context) Pages {
	return func(yield func([]File) error) error {
		query := url.Values{"path": {source.prefix()}, "recursive": {"true"}, "limit": {"1000"}}
		for {
			var page struct {
				Root    *File   `json:"root"`
				Entries []File  `json:"entries"`
				Next    *string `json:"next_page_token"`
			}
			if err := source.get(ctx, "entries", query, &page); err != nil {
				return err
			}
			files := page.Entries
			if !query.Has("page_token") && page.Root != nil && page.Root.Path != "/" {
				files = append([]File{*page.Root}, files...)
			}
			if err := yield(files); err != nil {
				return err
			}
			if page.Next == nil {
				return nil
			}
			query.Set("page_token", *page.Next)
		}
	}
}

func (source Source) prefix() string {
	if source.Prefix == "" {
		return "/"
	}
	return source.Prefix
}

func (source Source) get(ctx context.Context, route string, query url.Values, result any) error {
	address := fmt.Sprintf("%s/api/v1/orgs/%s/filesystems/%s/%s?%s",
		strings.TrimSuffix(source.API, "/"), source.Org, source.Filesystem, route, query.Encode())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+source.Key)
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusOK {
		return json.NewDecoder(response.Body).Decode(result)
	}
	var problem struct {
		Detail struct {
			Code   string
			Cursor Cursor
		}
	}
	// An HTML page from a proxy does not decode: the status is enough.
	_ = json.NewDecoder(response.Body).Decode(&problem)
	seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
	return &APIError{
		Status:     response.StatusCode,
		Code:       problem.Detail.Code,
		RetryAfter: time.Duration(seconds) * time.Second,
		expired:    problem.Detail.Cursor,
	}
}
