-- The user that the service has in its database (docs/deploy.md); compose.yaml runs this once, as the owner.
\getenv password SERVICE_PASSWORD
CREATE ROLE tidemark_service LOGIN PASSWORD :'password';
