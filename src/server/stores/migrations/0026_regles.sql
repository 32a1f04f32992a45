CREATE TABLE "regles" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "regles_une_ligne" CHECK ("id" = 1)
);
--> statement-breakpoint
INSERT INTO "regles" DEFAULT VALUES;
--> statement-breakpoint
-- For each statement, so that SQL from outside counts too. It is renewed in the transaction of the change: whoever reads the rules and their
-- version in one statement reads both before the change, or both after it.
CREATE OR REPLACE FUNCTION "regles_changees"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "regles" SET "version" = gen_random_uuid();
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "regles_changees" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "parametres" FOR EACH STATEMENT EXECUTE FUNCTION "regles_changees"();
--> statement-breakpoint
CREATE TRIGGER "regles_changees" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "types_lecons" FOR EACH STATEMENT EXECUTE FUNCTION "regles_changees"();
--> statement-breakpoint
CREATE TRIGGER "regles_changees" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "prix" FOR EACH STATEMENT EXECUTE FUNCTION "regles_changees"();
--> statement-breakpoint
CREATE TRIGGER "regles_changees" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "ressources" FOR EACH STATEMENT EXECUTE FUNCTION "regles_changees"();
