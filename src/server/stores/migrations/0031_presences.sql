ALTER TABLE "parametres" ADD COLUMN "absencesBilled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- What waits for the commit is compared now: a table with waiting changes cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "presence" text, ADD COLUMN "facturee" boolean DEFAULT true NOT NULL, DROP CONSTRAINT "participants_connus",
  ADD CONSTRAINT "participants_connus" CHECK ("position" between 1 and 10 and "centimes" between 0 and 9999999 and "presence" in ('absente', 'excusee'));--> statement-breakpoint
ALTER TABLE "participants_retires" ADD COLUMN "presence" text, ADD COLUMN "facturee" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "participants_supprimes" ADD COLUMN "presence" text, ADD COLUMN "facturee" boolean DEFAULT true NOT NULL;--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;
