module tidemark.example/receiver

go 1.19
