CREATE TABLE "lignes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"cavalier_id" uuid,
	"nom" text NOT NULL,
	"jour" date NOT NULL,
	"libelle" text NOT NULL,
	"centimes" integer NOT NULL,
	"motif" text NOT NULL,
	"reservation_id" uuid NOT NULL,
	"place" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cree_par" uuid,
	CONSTRAINT "lignes_place_unique" UNIQUE("place"),
	CONSTRAINT "lignes_connues" CHECK ("centimes" between 1 and 9999999 and "motif" in ('annulation', 'retrait', 'suppression'))
);
--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "lateCharge" text DEFAULT 'rien' NOT NULL;--> statement-breakpoint
ALTER TABLE "lignes" ADD CONSTRAINT "lignes_user_id_clients_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lignes" ADD CONSTRAINT "lignes_cavalier_id_cavaliers_id_fk" FOREIGN KEY ("cavalier_id") REFERENCES "public"."cavaliers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lignes" ADD CONSTRAINT "lignes_cree_par_users_id_fk" FOREIGN KEY ("cree_par") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lignes_jour" ON "lignes" USING btree ("jour");--> statement-breakpoint
CREATE INDEX "lignes_user" ON "lignes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "lignes_cavalier" ON "lignes" USING btree ("cavalier_id");--> statement-breakpoint
ALTER TABLE "parametres" ADD CONSTRAINT "parametres_retard" CHECK ("lateCharge" in ('rien', 'moitie', 'tout'));