CREATE TABLE "ecritures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"empreinte" text NOT NULL,
	"objet_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
