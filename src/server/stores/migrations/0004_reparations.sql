CREATE TABLE "horloge" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"battement_at" timestamp with time zone,
	CONSTRAINT "horloge_une_ligne" CHECK ("id" = 1)
);
--> statement-breakpoint
ALTER TABLE "courriels" ADD COLUMN "vu_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "contactTelephone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "contactEmail" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "prix" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
INSERT INTO "horloge" ("id") VALUES (1);
