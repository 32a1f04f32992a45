-- What waits for the commit is compared now: a table with waiting changes cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "cavalier_id" uuid;--> statement-breakpoint
ALTER TABLE "participants_retires" ADD COLUMN "cavalier_id" uuid;--> statement-breakpoint
ALTER TABLE "participants_supprimes" ADD COLUMN "cavalier_id" uuid;--> statement-breakpoint
-- A seat of a customer has the customer's rider of that name. Neither names nor customers change, so nothing is compared.
ALTER TABLE "participants" DISABLE TRIGGER "participants_conformes";--> statement-breakpoint
CREATE TEMPORARY TABLE "cavaliers_nommes" ON COMMIT DROP AS
  SELECT "id", "user_id", lower(regexp_replace(normalize(btrim(regexp_replace("nom", '\s+', ' ', 'g')), NFD), '[\u0300-\u036f]', '', 'g')) AS "cle" FROM "cavaliers";--> statement-breakpoint
UPDATE "participants" s SET "cavalier_id" = k."id" FROM "cavaliers_nommes" k
  WHERE k."user_id" = s."user_id" AND k."cle" = lower(regexp_replace(normalize(btrim(regexp_replace(s."nom", '\s+', ' ', 'g')), NFD), '[\u0300-\u036f]', '', 'g'));--> statement-breakpoint
UPDATE "participants_retires" s SET "cavalier_id" = k."id" FROM "cavaliers_nommes" k
  WHERE k."user_id" = s."user_id" AND k."cle" = lower(regexp_replace(normalize(btrim(regexp_replace(s."nom", '\s+', ' ', 'g')), NFD), '[\u0300-\u036f]', '', 'g'));--> statement-breakpoint
UPDATE "participants_supprimes" s SET "cavalier_id" = k."id" FROM "cavaliers_nommes" k
  WHERE k."user_id" = s."user_id" AND k."cle" = lower(regexp_replace(normalize(btrim(regexp_replace(s."nom", '\s+', ' ', 'g')), NFD), '[\u0300-\u036f]', '', 'g'));--> statement-breakpoint
ALTER TABLE "participants" ENABLE TRIGGER "participants_conformes";--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_cavalier_id_cavaliers_id_fk" FOREIGN KEY ("cavalier_id") REFERENCES "public"."cavaliers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants_retires" ADD CONSTRAINT "participants_retires_cavalier_id_cavaliers_id_fk" FOREIGN KEY ("cavalier_id") REFERENCES "public"."cavaliers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants_supprimes" ADD CONSTRAINT "participants_supprimes_cavalier_id_cavaliers_id_fk" FOREIGN KEY ("cavalier_id") REFERENCES "public"."cavaliers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "participants_cavalier" ON "participants" USING btree ("cavalier_id") WHERE "cavalier_id" is not null;--> statement-breakpoint
-- For imports (docs/exploitation.md): lessons as a list of JSON objects with the names of the columns, each with its occupation and
-- its seats, all of the customer that booked, with the customer's rider of that name. What is left out has its default. All or none: an arena that is taken is an error.
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
    INSERT INTO "participants" ("reservation_id", "position", "user_id", "nom", "cavalier_id")
    SELECT v."id", n."position", v."user_id", n."nom",
      (SELECT k."id" FROM "cavaliers" k WHERE k."user_id" = v."user_id" AND lower(regexp_replace(normalize(btrim(regexp_replace(k."nom", '\s+', ' ', 'g')), NFD), '[\u0300-\u036f]', '', 'g'))
        = lower(regexp_replace(normalize(btrim(regexp_replace(n."nom", '\s+', ' ', 'g')), NFD), '[\u0300-\u036f]', '', 'g')) LIMIT 1)
    FROM "voulues" v, unnest(v."noms_participants") WITH ORDINALITY AS n("nom", "position")
  )
  INSERT INTO "reservations" ("id", "user_id", "noms_participants", "nom_client", "date_reservation", "heure_debut", "heure_fin", "type_piste",
    "type_lecon", "nombre_personnes", "statut", "remarques", "version", "created_at", "annulee_at", "annulee_par", "raison")
  SELECT * FROM "voulues" RETURNING "id"
$$;
--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;
