-- Locks: member and invitation, against everything, while their rows are read once for the constraints: milliseconds
-- for thousands, a second for a million.

-- A viewer reads what members read and changes nothing.
ALTER TABLE member DROP CONSTRAINT member_role_check;
ALTER TABLE member ADD CONSTRAINT member_role_check CHECK (role IN ('owner', 'admin', 'member', 'viewer'));
ALTER TABLE invitation DROP CONSTRAINT invitation_role_check;
ALTER TABLE invitation ADD CONSTRAINT invitation_role_check CHECK (role IN ('owner', 'admin', 'member', 'viewer'));
