module tidemark.example/receiver/example

go 1.19

require (
	github.com/lib/pq v1.10.9
	tidemark.example/receiver v0.0.0
)

replace tidemark.example/receiver => ../
