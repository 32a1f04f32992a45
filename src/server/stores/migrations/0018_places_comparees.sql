DROP INDEX "reservations_jour";--> statement-breakpoint
CREATE INDEX "reservations_jour_piste" ON "reservations" USING btree ("date_reservation","type_piste");--> statement-breakpoint
-- It kept an index-only scan quick that no longer happens.
ALTER TABLE "reservations" RESET (autovacuum_vacuum_insert_scale_factor);--> statement-breakpoint
-- A trigger cannot be replaced while changes wait for it: those of the migrations before are compared now.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
DROP TRIGGER "participants_inscrits" ON "reservations";--> statement-breakpoint
DROP TRIGGER "reservations_conformes" ON "reservations";--> statement-breakpoint
DROP TRIGGER "participants_conformes" ON "participants";--> statement-breakpoint
-- As in 0009, which has had other forms (ADR-031): every database has the same functions and triggers from here on.
CREATE OR REPLACE FUNCTION "participants_inscrits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "participants" ("reservation_id", "position", "user_id", "nom")
  SELECT NEW."id", n, NEW."user_id", NEW."noms_participants"[n] FROM generate_series(1, cardinality(NEW."noms_participants")) AS n
  WHERE NOT EXISTS (SELECT FROM "participants" p WHERE p."reservation_id" = NEW."id");
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A seat that moves to another lesson concerns both: the one it leaves was not compared.
CREATE OR REPLACE FUNCTION "participants_conformes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cibles uuid[];
  fausse uuid;
BEGIN
  IF TG_TABLE_NAME = 'reservations' THEN cibles := ARRAY[NEW."id"];
  ELSIF TG_OP = 'INSERT' THEN cibles := ARRAY[NEW."reservation_id"];
  ELSIF TG_OP = 'DELETE' THEN cibles := ARRAY[OLD."reservation_id"];
  ELSE cibles := ARRAY[OLD."reservation_id", NEW."reservation_id"];
  END IF;
  SELECT r."id" INTO fausse FROM "reservations" r CROSS JOIN LATERAL (
    SELECT array_agg(p."nom" ORDER BY p."position") AS "noms", array_agg(p."user_id") AS "comptes" FROM "participants" p WHERE p."reservation_id" = r."id"
  ) s
  WHERE r."id" = ANY (cibles) AND (r."noms_participants" IS DISTINCT FROM s."noms" OR (r."user_id" IS NOT NULL AND (r."user_id" = ANY (s."comptes")) IS NOT TRUE));
  IF fausse IS NOT NULL THEN
    RAISE EXCEPTION 'the names of reservation % are not those of its seats', fausse USING ERRCODE = 'check_violation', CONSTRAINT = 'participants_conformes';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "participants_inscrits" AFTER INSERT ON "reservations" FOR EACH ROW EXECUTE FUNCTION "participants_inscrits"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "reservations_conformes" AFTER UPDATE OF "noms_participants", "user_id" ON "reservations"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "participants_conformes"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "participants_conformes" AFTER INSERT OR UPDATE OR DELETE ON "participants"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "participants_conformes"();
--> statement-breakpoint
-- What SQL could leave behind: a lesson whose seats were moved away is theirs that remain; one without any has a seat for each of its names.
UPDATE "reservations" r SET "noms_participants" = s."noms", "nombre_personnes" = cardinality(s."noms"),
    "user_id" = CASE WHEN r."user_id" IS NULL OR r."user_id" = ANY (s."comptes") THEN r."user_id" ELSE s."comptes"[1] END
  FROM (SELECT "reservation_id", array_agg("nom" ORDER BY "position") AS "noms", array_agg("user_id" ORDER BY "position") FILTER (WHERE "user_id" IS NOT NULL) AS "comptes"
    FROM "participants" GROUP BY "reservation_id") s
  WHERE s."reservation_id" = r."id" AND (r."noms_participants" IS DISTINCT FROM s."noms" OR (r."user_id" IS NOT NULL AND (r."user_id" = ANY (s."comptes")) IS NOT TRUE));
--> statement-breakpoint
INSERT INTO "participants" ("reservation_id", "position", "user_id", "nom")
  SELECT r."id", n."position", r."user_id", n."nom" FROM "reservations" r, unnest(r."noms_participants") WITH ORDINALITY AS n("nom", "position")
  WHERE NOT EXISTS (SELECT FROM "participants" p WHERE p."reservation_id" = r."id");
--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;
