CREATE TABLE "courriels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"cause" text NOT NULL,
	"sorte" text NOT NULL,
	"destinataire" text NOT NULL,
	"destinataire_nom" text NOT NULL,
	"user_id" uuid,
	"reservation_id" uuid,
	"contenu" jsonb NOT NULL,
	"statut" text DEFAULT 'en_attente' NOT NULL,
	"envoyer_apres" timestamp with time zone NOT NULL,
	"perime_apres" timestamp with time zone NOT NULL,
	"tenu_jusque" timestamp with time zone,
	"essais" integer DEFAULT 0 NOT NULL,
	"derniere_erreur" text,
	"envoye_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "courriels_cause_unique" UNIQUE("cause"),
	CONSTRAINT "courriels_sorte_connue" CHECK ("sorte" in ('approbation', 'refus', 'mot_de_passe', 'confirmation_adresse', 'inscription', 'reservation_confirmee', 'reservation_modifiee', 'reservation_annulee', 'rappel', 'essai', 'libre')),
	CONSTRAINT "courriels_statut_connu" CHECK ("statut" in ('en_attente', 'envoye', 'echoue', 'perime'))
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"user_id" uuid NOT NULL,
	"horodatage" bigint NOT NULL,
	"webp" "bytea" NOT NULL,
	CONSTRAINT "photos_user_id_horodatage_pk" PRIMARY KEY("user_id","horodatage")
);
--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "courriels" ADD CONSTRAINT "courriels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "courriels_a_envoyer" ON "courriels" USING btree ("envoyer_apres") WHERE "statut" = 'en_attente';--> statement-breakpoint
CREATE INDEX "courriels_recents" ON "courriels" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "courriels_user" ON "courriels" USING btree ("user_id") WHERE "statut" = 'en_attente';--> statement-breakpoint
CREATE INDEX "courriels_reservation" ON "courriels" USING btree ("reservation_id") WHERE "statut" = 'en_attente';--> statement-breakpoint
CREATE INDEX "verifications_value" ON "verifications" USING btree ("value");