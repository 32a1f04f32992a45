-- stop: the version before stores a lesson without its occupation, which the keys of this one refuse.
-- What waits for the commit is compared now: a table with waiting changes cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
CREATE TABLE "ressources" (
	"id" text PRIMARY KEY NOT NULL,
	"genre" text NOT NULL,
	"nom" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"dessin" text NOT NULL,
	"ordre" integer NOT NULL,
	"actif" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
INSERT INTO "ressources" ("id", "genre", "nom", "note", "dessin", "ordre") VALUES
  ('interieure', 'piste', 'Piste Intérieure', 'Disponible toute l''année', 'manege', 1),
  ('exterieure', 'piste', 'Piste Extérieure', 'En plein air', 'carriere', 2);
--> statement-breakpoint
-- A table this small is never analysed by itself.
ANALYZE "ressources";
--> statement-breakpoint
CREATE TABLE "occupations" (
	"ressource_id" text NOT NULL,
	"jour" date NOT NULL,
	"heure_debut" time(0) NOT NULL,
	"heure_fin" time(0) NOT NULL,
	"reservation_id" uuid NOT NULL
);
--> statement-breakpoint
INSERT INTO "occupations" SELECT "type_piste", "date_reservation", "heure_debut", "heure_fin", "id" FROM "reservations"
  WHERE "statut" <> 'annulee';
--> statement-breakpoint
ALTER TABLE "alertes" DROP CONSTRAINT "alertes_piste_connue";--> statement-breakpoint
ALTER TABLE "flux_calendrier" DROP CONSTRAINT "flux_calendrier_piste_connue";--> statement-breakpoint
ALTER TABLE "reservations" DROP CONSTRAINT "reservations_piste_connue", DROP CONSTRAINT "reservations_sans_chevauchement",
  ADD COLUMN "tient" uuid GENERATED ALWAYS AS (case when "statut" <> 'annulee' then "id" end) STORED,
  ADD CONSTRAINT "reservations_tient" UNIQUE("tient","date_reservation","heure_debut","heure_fin");--> statement-breakpoint
ALTER TABLE "occupations"
  ADD CONSTRAINT "occupations_reservation" UNIQUE("reservation_id","ressource_id","jour","heure_debut","heure_fin"),
  ADD CONSTRAINT "occupations_sans_chevauchement" EXCLUDE USING gist ("ressource_id" WITH =, tsrange("jour" + "heure_debut", "jour" + "heure_fin") WITH &&),
  ADD CONSTRAINT "occupations_ressource_id_ressources_id_fk" FOREIGN KEY ("ressource_id") REFERENCES "public"."ressources"("id") ON DELETE no action ON UPDATE no action,
  ADD CONSTRAINT "occupations_lecon" FOREIGN KEY ("reservation_id", "jour", "heure_debut", "heure_fin")
    REFERENCES "reservations" ("tient", "date_reservation", "heure_debut", "heure_fin") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_tenues" FOREIGN KEY ("tient", "type_piste", "date_reservation", "heure_debut", "heure_fin")
  REFERENCES "occupations" ("reservation_id", "ressource_id", "jour", "heure_debut", "heure_fin") DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "alertes" ADD CONSTRAINT "alertes_type_piste_ressources_id_fk" FOREIGN KEY ("type_piste") REFERENCES "public"."ressources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flux_calendrier" ADD CONSTRAINT "flux_calendrier_type_piste_ressources_id_fk" FOREIGN KEY ("type_piste") REFERENCES "public"."ressources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Who stores a lesson stores its seats; so a new lesson is compared with them, too.
DROP TRIGGER "participants_inscrits" ON "reservations";--> statement-breakpoint
DROP FUNCTION "participants_inscrits"();--> statement-breakpoint
DROP TRIGGER "reservations_conformes" ON "reservations";--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "reservations_conformes" AFTER INSERT OR UPDATE OF "noms_participants", "user_id" ON "reservations"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "participants_conformes"();
--> statement-breakpoint
-- For imports (docs/exploitation.md): lessons as a list of JSON objects with the names of the columns, each with its occupation and
-- its seats, all of the account that booked. What is left out has its default. All or none: an arena that is taken is an error.
CREATE OR REPLACE FUNCTION "importer_lecons"("lecons" jsonb) RETURNS SETOF uuid LANGUAGE sql AS $$
  WITH "voulues" AS MATERIALIZED (
    SELECT coalesce("id", gen_random_uuid()) AS "id", "user_id", "noms_participants", "nom_client", "date_reservation", "heure_debut", "heure_fin",
      "type_piste", "type_lecon", coalesce("nombre_personnes", cardinality("noms_participants")) AS "nombre_personnes",
      coalesce("statut", 'confirmee') AS "statut", "remarques", coalesce("version", 0) AS "version", coalesce("created_at", now()) AS "created_at",
      "annulee_at", "annulee_par", "raison"
    FROM jsonb_populate_recordset(null::"reservations", "lecons")
  ),
  "tenues" AS (
    INSERT INTO "occupations" ("ressource_id", "jour", "heure_debut", "heure_fin", "reservation_id")
    SELECT "type_piste", "date_reservation", "heure_debut", "heure_fin", "id" FROM "voulues" WHERE "statut" <> 'annulee'
  ),
  "assis" AS (
    INSERT INTO "participants" ("reservation_id", "position", "user_id", "nom")
    SELECT v."id", n."position", v."user_id", n."nom" FROM "voulues" v, unnest(v."noms_participants") WITH ORDINALITY AS n("nom", "position")
  )
  INSERT INTO "reservations" ("id", "user_id", "noms_participants", "nom_client", "date_reservation", "heure_debut", "heure_fin", "type_piste",
    "type_lecon", "nombre_personnes", "statut", "remarques", "version", "created_at", "annulee_at", "annulee_par", "raison")
  SELECT * FROM "voulues" RETURNING "id"
$$;
--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;
