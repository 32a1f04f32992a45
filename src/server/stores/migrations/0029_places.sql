-- Checked at the end of each statement instead of at each row: an edit exchanges the positions of seats without deleting them. The version
-- before, which deletes and inserts all seats of a lesson, can work with it.
ALTER TABLE "participants" DROP CONSTRAINT "participants_position",
  ADD CONSTRAINT "participants_position" UNIQUE("reservation_id","position") DEFERRABLE INITIALLY IMMEDIATE;