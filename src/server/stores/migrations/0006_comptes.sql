CREATE TABLE "reservations_supprimees" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"noms_participants" text[] NOT NULL,
	"nom_client" text NOT NULL,
	"date_reservation" date NOT NULL,
	"heure_debut" time(0) NOT NULL,
	"heure_fin" time(0) NOT NULL,
	"type_piste" text NOT NULL,
	"type_lecon" text NOT NULL,
	"nombre_personnes" integer NOT NULL,
	"statut" text DEFAULT 'confirmee' NOT NULL,
	"remarques" text,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"supprimee_at" timestamp with time zone NOT NULL,
	"supprimee_par" uuid
);
--> statement-breakpoint
CREATE TABLE "appareils" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"empreinte" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"utilise_at" timestamp with time zone NOT NULL,
	CONSTRAINT "appareils_empreinte_unique" UNIQUE("empreinte")
);
--> statement-breakpoint
CREATE TABLE "cles_acces" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"nom" text NOT NULL,
	"cle_publique" "bytea" NOT NULL,
	"compteur" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"utilise_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "codes_secours" (
	"user_id" uuid NOT NULL,
	"empreinte" text NOT NULL,
	"utilise_at" timestamp with time zone,
	CONSTRAINT "codes_secours_user_id_empreinte_pk" PRIMARY KEY("user_id","empreinte")
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"survenu_at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"acteur_id" uuid,
	"objet" text,
	"objet_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "mots_de_passe" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"hachage" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seconds_facteurs" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"actif_at" timestamp with time zone,
	"dernier_pas" bigint
);
--> statement-breakpoint
-- Written by hand: the hashes of passwords move to a table of their own. What accounts held besides was never used.
INSERT INTO "mots_de_passe" ("user_id", "hachage", "updated_at")
	SELECT DISTINCT ON ("user_id") "user_id", "password", "updated_at" FROM "accounts"
	WHERE "provider_id" = 'credential' AND "password" IS NOT NULL ORDER BY "user_id", "updated_at" DESC;--> statement-breakpoint
DROP TABLE "accounts";--> statement-breakpoint
ALTER TABLE "courriels" DROP CONSTRAINT "courriels_sorte_connue";--> statement-breakpoint
ALTER TABLE "demandes_de_lien" DROP CONSTRAINT "demandes_de_lien_usage_connu";--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "secondFacteurAdmins" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "journalMois" integer DEFAULT 13 NOT NULL;--> statement-breakpoint
-- Written by hand: of the tokens of open sessions only the fingerprint remains (SHA-256 in base64url), so that their holders stay signed in.
ALTER TABLE "sessions" ADD COLUMN "empreinte" text;--> statement-breakpoint
UPDATE "sessions" SET "empreinte" = rtrim(translate(encode(sha256(convert_to("token", 'UTF8')), 'base64'), '+/', '-_'), '=');--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "empreinte" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "token";--> statement-breakpoint
UPDATE "verifications" SET "identifier" = 'compte_supprime:' || rtrim(translate(encode(decode(substr("identifier", 17), 'hex'), 'base64'), '+/', '-_'), '=')
	WHERE "identifier" ~ '^compte_supprime:[0-9a-f]{64}$';--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "etape" text DEFAULT 'ouverte' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "consentement_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reservations_supprimees" ADD CONSTRAINT "reservations_supprimees_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations_supprimees" ADD CONSTRAINT "reservations_supprimees_supprimee_par_users_id_fk" FOREIGN KEY ("supprimee_par") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appareils" ADD CONSTRAINT "appareils_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cles_acces" ADD CONSTRAINT "cles_acces_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codes_secours" ADD CONSTRAINT "codes_secours_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_acteur_id_users_id_fk" FOREIGN KEY ("acteur_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mots_de_passe" ADD CONSTRAINT "mots_de_passe_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seconds_facteurs" ADD CONSTRAINT "seconds_facteurs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reservations_supprimees_at" ON "reservations_supprimees" USING btree ("supprimee_at");--> statement-breakpoint
CREATE INDEX "reservations_supprimees_user" ON "reservations_supprimees" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "appareils_user" ON "appareils" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cles_acces_user" ON "cles_acces" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "journal_recents" ON "journal" USING btree ("survenu_at","id");--> statement-breakpoint
CREATE INDEX "journal_acteur" ON "journal" USING btree ("acteur_id","survenu_at");--> statement-breakpoint
CREATE INDEX "journal_objet" ON "journal" USING btree ("objet_id","survenu_at");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_empreinte_unique" UNIQUE("empreinte");--> statement-breakpoint
ALTER TABLE "courriels" ADD CONSTRAINT "courriels_sorte_connue" CHECK ("sorte" in ('approbation', 'refus', 'effacement', 'mot_de_passe', 'confirmation_adresse', 'deblocage', 'inscription', 'inscriptions_groupees', 'reservation_confirmee', 'reservation_modifiee', 'reservation_annulee', 'rappel', 'essai', 'libre'));--> statement-breakpoint
ALTER TABLE "demandes_de_lien" ADD CONSTRAINT "demandes_de_lien_usage_connu" CHECK ("usage" in ('mot_de_passe', 'confirmation_adresse', 'deblocage'));--> statement-breakpoint
ALTER TABLE "parametres" ADD CONSTRAINT "parametres_journal" CHECK ("journalMois" between 1 and 60);--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_etape_connue" CHECK ("etape" in ('ouverte', 'second_facteur', 'enrolement'));