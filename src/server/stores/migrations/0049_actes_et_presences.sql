-- What lines of the journal of one act have in common (ACC-76), and who was noted as present (PRES-08). Instances of the version before
-- write neither.
ALTER TABLE "journal" ADD COLUMN "acte" uuid;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "notee" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "participants_retires" ADD COLUMN "notee" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "participants_supprimes" ADD COLUMN "notee" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "journal_acte" ON "journal" USING btree ("acte","id") WHERE "acte" is not null;