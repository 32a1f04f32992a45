CREATE TABLE "installation" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"marque" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "installation_une_ligne" CHECK ("id" = 1)
);--> statement-breakpoint
INSERT INTO "installation" DEFAULT VALUES;
