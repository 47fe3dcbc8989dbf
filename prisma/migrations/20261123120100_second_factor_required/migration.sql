-- Locks: organisation, against everything, for an instant.

-- Whether its members reach it only with a second factor.
ALTER TABLE organisation ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;
