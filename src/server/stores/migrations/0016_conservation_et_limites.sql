ALTER TABLE "parametres" ADD COLUMN "lessonDurationSaved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "maxOpenBookings" integer DEFAULT 40 NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "maxOpenBookingsApplied" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "graceMinutes" integer DEFAULT 15 NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "riderGrace" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "lessonRetention" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "lessonMonths" integer DEFAULT 36 NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "cancelledDays" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "lessonRetentionAnswered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "pris_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "participants_supprimes" ADD COLUMN "pris_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "parametres" ADD CONSTRAINT "parametres_lecons" CHECK ("lessonMonths" between 1 and 240 and "cancelledDays" between 1 and 730);
--> statement-breakpoint
-- A new centre keeps names for as long as the settings say from its first day; in a centre that exists an administrator is asked first (SET-43).
UPDATE "parametres" SET "lessonRetention" = true, "lessonRetentionAnswered" = true
  WHERE NOT EXISTS (SELECT FROM "users") AND NOT EXISTS (SELECT FROM "reservations") AND NOT EXISTS (SELECT FROM "reservations_supprimees");
--> statement-breakpoint
-- The duration was saved where it is another, and where an administrator has saved the settings with it in them (SET-06).
UPDATE "parametres" SET "lessonDurationSaved" = true WHERE "lessonDuration" <> 60 OR EXISTS (SELECT FROM "journal" WHERE "action" = 'parametres.modifies');
