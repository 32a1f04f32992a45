ALTER TABLE "courriels" ADD COLUMN "groupe" uuid;--> statement-breakpoint
CREATE INDEX "courriels_groupe" ON "courriels" USING btree ("groupe") WHERE "groupe" is not null;