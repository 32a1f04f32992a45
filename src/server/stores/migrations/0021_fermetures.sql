-- What waits for the commit is compared now: a table with waiting changes cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
CREATE TABLE "fermetures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pistes" text[] NOT NULL,
	"du" date NOT NULL,
	"au" date NOT NULL,
	"heure_debut" time(0) NOT NULL,
	"heure_fin" time(0) NOT NULL,
	"motif" text NOT NULL,
	"publique" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cree_par" uuid,
	CONSTRAINT "fermetures_pistes_nommees" CHECK (cardinality("pistes") between 1 and 8),
	CONSTRAINT "fermetures_jours" CHECK ("du" between '2000-01-01' and "au" and "au" <= '2100-12-31' and "au" - "du" < 370),
	CONSTRAINT "fermetures_heures" CHECK ("heure_debut" >= '06:00' and "heure_fin" <= '23:00' and "heure_debut" < "heure_fin"
        and extract(minute from "heure_debut")::int % 30 = 0 and extract(minute from "heure_fin")::int % 30 = 0)
);
--> statement-breakpoint
CREATE TABLE "fermetures_lecons" (
	"fermeture_id" uuid NOT NULL,
	"reservation_id" uuid NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "fermetures_lecons_fermeture_id_reservation_id_pk" PRIMARY KEY("fermeture_id","reservation_id")
);
--> statement-breakpoint
ALTER TABLE "occupations" ALTER COLUMN "reservation_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "occupations" ADD COLUMN "fermeture_id" uuid;--> statement-breakpoint
ALTER TABLE "fermetures" ADD CONSTRAINT "fermetures_cree_par_users_id_fk" FOREIGN KEY ("cree_par") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fermetures_lecons" ADD CONSTRAINT "fermetures_lecons_fermeture_id_fermetures_id_fk" FOREIGN KEY ("fermeture_id") REFERENCES "public"."fermetures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fermetures_lecons" ADD CONSTRAINT "fermetures_lecons_reservation_id_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fermetures_au" ON "fermetures" USING btree ("au");--> statement-breakpoint
CREATE INDEX "fermetures_lecons_reservation" ON "fermetures_lecons" USING btree ("reservation_id");--> statement-breakpoint
ALTER TABLE "occupations" ADD CONSTRAINT "occupations_fermeture_id_fermetures_id_fk" FOREIGN KEY ("fermeture_id") REFERENCES "public"."fermetures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "occupations_fermeture" ON "occupations" USING btree ("fermeture_id") WHERE "fermeture_id" is not null;--> statement-breakpoint
ALTER TABLE "occupations" ADD CONSTRAINT "occupations_une_raison" CHECK (num_nonnulls("reservation_id", "fermeture_id") = 1);--> statement-breakpoint
-- The wished hours of each closure of an arena that nothing holds on some days: of two closures of one hour, the earlier one holds it.
CREATE OR REPLACE FUNCTION "tenir_fermetures"("piste" text, "premier" date, "dernier" date) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "occupations" ("ressource_id", "jour", "heure_debut", "heure_fin", "fermeture_id")
  SELECT "piste", v."jour", lower(libre)::time, upper(libre)::time, v."id"
  FROM (
    SELECT f."id", j."jour", tsmultirange(tsrange(j."jour" + f."heure_debut", j."jour" + f."heure_fin"))
      - coalesce((
          SELECT range_agg(tsrange(o."jour" + o."heure_debut", o."jour" + o."heure_fin")) FROM "occupations" o
          WHERE o."ressource_id" = "piste"
            AND tsrange(o."jour" + o."heure_debut", o."jour" + o."heure_fin") && tsrange(j."jour" + f."heure_debut", j."jour" + f."heure_fin")
        ), '{}')
      - coalesce((
          SELECT range_agg(tsrange(j."jour" + e."heure_debut", j."jour" + e."heure_fin")) FROM "fermetures" e
          WHERE "piste" = ANY(e."pistes") AND j."jour" BETWEEN e."du" AND e."au" AND (e."created_at", e."id") < (f."created_at", f."id")
        ), '{}') AS "libres"
    FROM "fermetures" f
    CROSS JOIN LATERAL (
      SELECT greatest(f."du", "premier") + n AS "jour" FROM generate_series(0, least(f."au", "dernier") - greatest(f."du", "premier")) AS n
    ) j
    WHERE "piste" = ANY(f."pistes") AND f."du" <= "dernier" AND f."au" >= "premier"
  ) v, unnest(v."libres") AS libre
  ORDER BY v."jour", libre
  ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
-- Hours that a lesson or a closure leaves are held by the closures that wish them, in the same statement and whatever its path.
CREATE OR REPLACE FUNCTION "occupations_liberees"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "tenir_fermetures"(OLD."ressource_id", OLD."jour", OLD."jour");
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Whether each wished hour of a closure is held, by it, by another one or by a lesson.
CREATE OR REPLACE FUNCTION "fermeture_tenue"("fermeture" uuid) RETURNS boolean LANGUAGE sql AS $$
  SELECT NOT EXISTS (
    SELECT FROM "fermetures" f, unnest(f."pistes") AS piste, generate_series(0, f."au" - f."du") AS n
    WHERE f."id" = "fermeture" AND tsmultirange(tsrange(f."du" + n + f."heure_debut", f."du" + n + f."heure_fin")) - coalesce((
      SELECT range_agg(tsrange(o."jour" + o."heure_debut", o."jour" + o."heure_fin")) FROM "occupations" o
      WHERE o."ressource_id" = piste
        AND tsrange(o."jour" + o."heure_debut", o."jour" + o."heure_fin") && tsrange(f."du" + n + f."heure_debut", f."du" + n + f."heure_fin")
    ), '{}') <> '{}'
  )
$$;
--> statement-breakpoint
-- At the commit: each wished hour is held, and a closure holds no other.
CREATE OR REPLACE FUNCTION "fermetures_tenues"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT "fermeture_tenue"(NEW."id") THEN
    RAISE EXCEPTION 'hours of the closure % are not held', NEW."id" USING ERRCODE = '23514', CONSTRAINT = 'fermetures_tenues';
  END IF;
  IF EXISTS (
    SELECT FROM "occupations" o JOIN "fermetures" f ON f."id" = o."fermeture_id"
    WHERE f."id" = NEW."id" AND NOT (
      o."ressource_id" = ANY(f."pistes") AND o."jour" BETWEEN f."du" AND f."au" AND f."heure_debut" <= o."heure_debut" AND o."heure_fin" <= f."heure_fin")
  ) THEN
    RAISE EXCEPTION 'the closure % holds hours that it does not wish', NEW."id" USING ERRCODE = '23514', CONSTRAINT = 'fermetures_tenues';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "occupations_voulues"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."fermeture_id" IS NOT NULL AND NOT EXISTS (
    SELECT FROM "fermetures" f WHERE f."id" = NEW."fermeture_id" AND NEW."ressource_id" = ANY(f."pistes") AND NEW."jour" BETWEEN f."du" AND f."au"
      AND f."heure_debut" <= NEW."heure_debut" AND NEW."heure_fin" <= f."heure_fin"
  ) AND EXISTS (SELECT FROM "fermetures" f WHERE f."id" = NEW."fermeture_id") THEN
    RAISE EXCEPTION 'the closure % does not wish these hours', NEW."fermeture_id" USING ERRCODE = '23514', CONSTRAINT = 'occupations_voulues';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "occupations_liberees" AFTER DELETE OR UPDATE ON "occupations" FOR EACH ROW EXECUTE FUNCTION "occupations_liberees"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "occupations_voulues" AFTER INSERT OR UPDATE ON "occupations" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW."fermeture_id" IS NOT NULL) EXECUTE FUNCTION "occupations_voulues"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "fermetures_tenues" AFTER INSERT OR UPDATE ON "fermetures"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "fermetures_tenues"();
--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;
