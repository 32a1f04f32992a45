-- stop: the version before stores a change of names without its seats, which the trigger of this one refuses.
CREATE TABLE "alertes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type_lecon" text NOT NULL,
	"type_piste" text NOT NULL,
	"date_reservation" date NOT NULL,
	"heure_debut" time(0) NOT NULL,
	"heure_fin" time(0) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alertes_creneau" UNIQUE("user_id","type_piste","date_reservation","heure_debut","heure_fin"),
	CONSTRAINT "alertes_piste_connue" CHECK ("type_piste" in ('interieure', 'exterieure'))
);
--> statement-breakpoint
CREATE TABLE "cavaliers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"nom" text NOT NULL,
	"annee_naissance" integer,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cavaliers_nom" UNIQUE("user_id","nom"),
	CONSTRAINT "cavaliers_annee" CHECK ("annee_naissance" between 1900 and 2100)
);
--> statement-breakpoint
CREATE TABLE "flux_calendrier" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type_piste" text,
	"empreinte" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lu_at" timestamp with time zone,
	CONSTRAINT "flux_calendrier_empreinte_unique" UNIQUE("empreinte"),
	CONSTRAINT "flux_calendrier_un" UNIQUE NULLS NOT DISTINCT("user_id","type_piste"),
	CONSTRAINT "flux_calendrier_piste_connue" CHECK ("type_piste" in ('interieure', 'exterieure'))
);
--> statement-breakpoint
CREATE TABLE "orthographes" (
	"cle" text PRIMARY KEY NOT NULL,
	"nom" text NOT NULL,
	"vers_cle" text NOT NULL,
	"vers_nom" text NOT NULL,
	"fusionnee_par" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orthographes_differentes" CHECK ("cle" <> "vers_cle")
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" integer NOT NULL,
	"user_id" uuid,
	"nom" text NOT NULL,
	"remarques" text,
	"reservation_id" uuid NOT NULL,
	CONSTRAINT "participants_position" UNIQUE("reservation_id","position"),
	CONSTRAINT "participants_position_connue" CHECK ("position" between 1 and 10)
);
--> statement-breakpoint
CREATE TABLE "participants_supprimes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" integer NOT NULL,
	"user_id" uuid,
	"nom" text NOT NULL,
	"remarques" text,
	"reservation_id" uuid NOT NULL,
	CONSTRAINT "participants_supprimes_position" UNIQUE("reservation_id","position")
);
--> statement-breakpoint
ALTER TABLE "courriels" DROP CONSTRAINT "courriels_sorte_connue";--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "cancellationHours" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "riderCancellation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "riderChanges" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "slotAlerts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "calendarFeeds" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "showPrices" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "annulee_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "annulee_par" uuid;--> statement-breakpoint
ALTER TABLE "reservations_supprimees" ADD COLUMN "annulee_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reservations_supprimees" ADD COLUMN "annulee_par" uuid;--> statement-breakpoint
ALTER TABLE "types_lecons" ADD COLUMN "ouverte" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "attente_rappelee_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alertes" ADD CONSTRAINT "alertes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cavaliers" ADD CONSTRAINT "cavaliers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flux_calendrier" ADD CONSTRAINT "flux_calendrier_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orthographes" ADD CONSTRAINT "orthographes_fusionnee_par_users_id_fk" FOREIGN KEY ("fusionnee_par") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants_supprimes" ADD CONSTRAINT "participants_supprimes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants_supprimes" ADD CONSTRAINT "participants_supprimes_reservation_id_reservations_supprimees_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations_supprimees"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alertes_jour" ON "alertes" USING btree ("date_reservation","type_piste");--> statement-breakpoint
CREATE INDEX "participants_user" ON "participants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "participants_supprimes_user" ON "participants_supprimes" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_annulee_par_users_id_fk" FOREIGN KEY ("annulee_par") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations_supprimees" ADD CONSTRAINT "reservations_supprimees_annulee_par_users_id_fk" FOREIGN KEY ("annulee_par") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courriels" ADD CONSTRAINT "courriels_sorte_connue" CHECK ("sorte" in ('approbation', 'refus', 'effacement', 'mot_de_passe', 'confirmation_adresse', 'deblocage', 'inscription', 'inscriptions_groupees', 'inscriptions_en_attente', 'sauvegarde_en_panne', 'reservation_confirmee', 'reservation_modifiee', 'reservation_annulee', 'rappel', 'place_libre', 'essai', 'libre'));--> statement-breakpoint
ALTER TABLE "parametres" ADD CONSTRAINT "parametres_annulation" CHECK ("cancellationHours" between 0 and 336);--> statement-breakpoint
-- A new reservation gets a seat for each of its names, unless its own statement wrote them; they belong to the account that booked
-- (ADR-031). By index, so that an array of another shape than a list leaves a name out, which the seat refuses.
CREATE OR REPLACE FUNCTION "participants_inscrits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "participants" ("reservation_id", "position", "user_id", "nom")
  SELECT NEW."id", n, NEW."user_id", NEW."noms_participants"[n] FROM generate_series(1, cardinality(NEW."noms_participants")) AS n
  WHERE NOT EXISTS (SELECT FROM "participants" p WHERE p."reservation_id" = NEW."id");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "participants_inscrits" AFTER INSERT ON "reservations" FOR EACH ROW EXECUTE FUNCTION "participants_inscrits"();
--> statement-breakpoint
-- At commit, whatever the path: the names of a reservation are those of its seats, in their order, and its account has one of them. The
-- seats are read once, by their reservation: an account may have thousands.
CREATE OR REPLACE FUNCTION "participants_conformes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cible uuid;
BEGIN
  IF TG_TABLE_NAME = 'reservations' THEN cible := NEW."id";
  ELSIF TG_OP = 'DELETE' THEN cible := OLD."reservation_id";
  ELSE cible := NEW."reservation_id";
  END IF;
  IF EXISTS (
    SELECT FROM "reservations" r CROSS JOIN LATERAL (
      SELECT array_agg(p."nom" ORDER BY p."position") AS "noms", array_agg(p."user_id") AS "comptes" FROM "participants" p WHERE p."reservation_id" = r."id"
    ) s
    WHERE r."id" = cible AND (r."noms_participants" IS DISTINCT FROM s."noms" OR (r."user_id" IS NOT NULL AND (r."user_id" = ANY (s."comptes")) IS NOT TRUE))
  ) THEN
    RAISE EXCEPTION 'the names of reservation % are not those of its seats', cible USING ERRCODE = 'check_violation', CONSTRAINT = 'participants_conformes';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Earlier versions accepted from SQL a name that is null, and an array that is no list.
UPDATE "reservations" SET "noms_participants" = "bons"."noms"
  FROM (SELECT "id", ARRAY(SELECT coalesce(n."nom", 'Sans nom') FROM unnest("noms_participants") WITH ORDINALITY AS n("nom", "position") ORDER BY n."position") AS "noms" FROM "reservations") AS "bons"
  WHERE "bons"."id" = "reservations"."id" AND "bons"."noms" IS DISTINCT FROM "noms_participants";
--> statement-breakpoint
UPDATE "reservations_supprimees" SET "noms_participants" = "bons"."noms"
  FROM (SELECT "id", ARRAY(SELECT coalesce(n."nom", 'Sans nom') FROM unnest("noms_participants") WITH ORDINALITY AS n("nom", "position") ORDER BY n."position") AS "noms" FROM "reservations_supprimees") AS "bons"
  WHERE "bons"."id" = "reservations_supprimees"."id" AND "bons"."noms" IS DISTINCT FROM "noms_participants";
--> statement-breakpoint
INSERT INTO "participants" ("reservation_id", "position", "user_id", "nom")
  SELECT r."id", n."position", r."user_id", n."nom" FROM "reservations" r, unnest(r."noms_participants") WITH ORDINALITY AS n("nom", "position");
--> statement-breakpoint
INSERT INTO "participants_supprimes" ("reservation_id", "position", "user_id", "nom")
  SELECT r."id", n."position", r."user_id", n."nom" FROM "reservations_supprimees" r, unnest(r."noms_participants") WITH ORDINALITY AS n("nom", "position");
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "reservations_conformes" AFTER UPDATE OF "noms_participants", "user_id" ON "reservations"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "participants_conformes"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "participants_conformes" AFTER INSERT OR UPDATE OR DELETE ON "participants"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "participants_conformes"();
