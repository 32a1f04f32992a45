CREATE TABLE "comptes_effaces" (
	"id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sauvegardes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"debut_at" timestamp with time zone NOT NULL,
	"fin_at" timestamp with time zone,
	"fichier" text,
	"octets" bigint,
	"non_verifiee" text,
	"erreur" text
);
--> statement-breakpoint
CREATE INDEX "sauvegardes_debut" ON "sauvegardes" USING btree ("debut_at");