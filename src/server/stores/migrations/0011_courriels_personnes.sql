ALTER TABLE "courriels" ADD COLUMN "du_depuis" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_rappels" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_places" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "raison" text;--> statement-breakpoint
ALTER TABLE "reservations_supprimees" ADD COLUMN "raison" text;--> statement-breakpoint
-- What is being tried again has waited since it was written; the time of its first attempt is not stored.
UPDATE "courriels" SET "du_depuis" = "created_at" WHERE "statut" = 'en_attente' AND "essais" > 0 AND "sorte" <> 'rappel';
