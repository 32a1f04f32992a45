ALTER TABLE "cavaliers" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Counts every change, as for customers (RIDE-89): the function only names the column of the row.
CREATE TRIGGER "cavaliers_version" BEFORE UPDATE ON "cavaliers" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "clients_version"();
