-- The customer, the rider, the name and the price of a seat go together: without this, PostgreSQL expects nearly as many groups as seats
-- in the statistics, and sorts them all on the disk.
CREATE STATISTICS "participants_groupes" (ndistinct) ON "user_id", "cavalier_id", "nom", "centimes" FROM "participants";--> statement-breakpoint
ANALYZE "participants";
