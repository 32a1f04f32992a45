ALTER TABLE "clients" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Counts every change, also one by an import, a merge or an instance of the version before (CLI-26).
CREATE OR REPLACE FUNCTION "clients_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."version" := OLD."version" + 1;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "clients_version" BEFORE UPDATE ON "clients" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "clients_version"();
