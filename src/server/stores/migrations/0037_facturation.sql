CREATE TABLE "lignes_libres" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"jour" date NOT NULL,
	"libelle" text NOT NULL,
	"cavalier" text,
	"centimes" integer NOT NULL,
	"raison" text,
	"corrige" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"cree_par" uuid,
	CONSTRAINT "lignes_libres_corrige" UNIQUE("client_id","corrige"),
	CONSTRAINT "lignes_libres_connues" CHECK ("centimes" <> 0 and ("raison" is null) = ("corrige" is null))
);
--> statement-breakpoint
CREATE TABLE "mouvements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payeur_id" uuid NOT NULL,
	"jour" date NOT NULL,
	"moyen" text NOT NULL,
	"centimes" integer NOT NULL,
	"arrondi" integer DEFAULT 0 NOT NULL,
	"note" text,
	"annule_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"cree_par" uuid,
	CONSTRAINT "mouvements_annule_id_unique" UNIQUE("annule_id"),
	CONSTRAINT "mouvements_connus" CHECK ("arrondi" between -4 and 4 and "moyen" in ('virement', 'especes', 'carte', 'autre'))
);
--> statement-breakpoint
CREATE TABLE "payeurs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"nom" text,
	"adresse" text,
	"efface_at" timestamp with time zone,
	CONSTRAINT "payeurs_effaces" CHECK (("nom" is null) = ("efface_at" is null))
);
--> statement-breakpoint
CREATE TABLE "relances" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payeur_id" uuid NOT NULL,
	"jour" date NOT NULL,
	"centimes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"cree_par" uuid
);
--> statement-breakpoint
CREATE TABLE "releves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payeur_id" uuid NOT NULL,
	"mois" text NOT NULL,
	"numero" integer NOT NULL,
	"jour" date NOT NULL,
	"au" date NOT NULL,
	"nom" text NOT NULL,
	"adresse" text,
	"solde_precedent" integer NOT NULL,
	"ce_mois" integer NOT NULL,
	"paye" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"cree_par" uuid,
	CONSTRAINT "releves_numero" UNIQUE("mois","numero"),
	CONSTRAINT "releves_connus" CHECK ("mois" ~ '^\d{4}-\d{2}$' and "numero" between 1 and 9999)
);
--> statement-breakpoint
CREATE TABLE "releves_lignes" (
	"releve_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"client_id" uuid,
	"source" text NOT NULL,
	"source_id" uuid NOT NULL,
	"jour" date NOT NULL,
	"libelle" text NOT NULL,
	"cavalier" text,
	"centimes" integer NOT NULL,
	"ecart" boolean NOT NULL,
	"raison" text,
	"clos" boolean DEFAULT false NOT NULL,
	CONSTRAINT "releves_lignes_releve_id_position_pk" PRIMARY KEY("releve_id","position"),
	CONSTRAINT "releves_lignes_connues" CHECK ("source" in ('place', 'retard', 'libre'))
);
--> statement-breakpoint
CREATE TABLE "releves_numeros" (
	"mois" text PRIMARY KEY NOT NULL,
	"dernier" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "billing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "billingSince" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "billingHolder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "billingIban" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "centreName" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "centreForm" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "centreAddress" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "centreNumber" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lignes_libres" ADD CONSTRAINT "lignes_libres_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lignes_libres" ADD CONSTRAINT "lignes_libres_cree_par_users_id_fk" FOREIGN KEY ("cree_par") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mouvements" ADD CONSTRAINT "mouvements_payeur_id_payeurs_id_fk" FOREIGN KEY ("payeur_id") REFERENCES "public"."payeurs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mouvements" ADD CONSTRAINT "mouvements_annule_id_mouvements_id_fk" FOREIGN KEY ("annule_id") REFERENCES "public"."mouvements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mouvements" ADD CONSTRAINT "mouvements_cree_par_users_id_fk" FOREIGN KEY ("cree_par") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relances" ADD CONSTRAINT "relances_payeur_id_payeurs_id_fk" FOREIGN KEY ("payeur_id") REFERENCES "public"."payeurs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relances" ADD CONSTRAINT "relances_cree_par_users_id_fk" FOREIGN KEY ("cree_par") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releves" ADD CONSTRAINT "releves_payeur_id_payeurs_id_fk" FOREIGN KEY ("payeur_id") REFERENCES "public"."payeurs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releves" ADD CONSTRAINT "releves_cree_par_users_id_fk" FOREIGN KEY ("cree_par") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releves_lignes" ADD CONSTRAINT "releves_lignes_releve_id_releves_id_fk" FOREIGN KEY ("releve_id") REFERENCES "public"."releves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releves_lignes" ADD CONSTRAINT "releves_lignes_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lignes_libres_client" ON "lignes_libres" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "mouvements_payeur" ON "mouvements" USING btree ("payeur_id");--> statement-breakpoint
CREATE INDEX "mouvements_jour" ON "mouvements" USING btree ("jour");--> statement-breakpoint
CREATE INDEX "relances_payeur" ON "relances" USING btree ("payeur_id","jour");--> statement-breakpoint
CREATE INDEX "releves_payeur" ON "releves" USING btree ("payeur_id");--> statement-breakpoint
CREATE INDEX "releves_lignes_client" ON "releves_lignes" USING btree ("client_id","source","source_id");--> statement-breakpoint
ALTER TABLE "parametres" ADD CONSTRAINT "parametres_facturation" CHECK (case when "billing" then "billingSince" <> '' else true end and "billingSince" ~ '^(\d{4}-\d{2}-\d{2})?$');--> statement-breakpoint
-- What a statement says never changes (REL-07). Customers may be merged or erased, and riders lose their names.
CREATE OR REPLACE FUNCTION "releve_fige"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if to_jsonb(new) - array['payeur_id', 'cree_par', 'client_id', 'cavalier', 'clos'] is distinct from to_jsonb(old) - array['payeur_id', 'cree_par', 'client_id', 'cavalier', 'clos'] then
    raise exception 'a sent statement does not change';
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "releves_figes" AFTER UPDATE ON "releves" FOR EACH ROW EXECUTE FUNCTION "releve_fige"();--> statement-breakpoint
CREATE TRIGGER "releves_lignes_figees" AFTER UPDATE ON "releves_lignes" FOR EACH ROW EXECUTE FUNCTION "releve_fige"();
