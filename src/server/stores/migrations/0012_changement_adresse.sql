ALTER TABLE "users" ADD COLUMN "email_demande" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "emails_anciens" text[] DEFAULT '{}' NOT NULL;