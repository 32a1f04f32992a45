-- As in 0018, but each statement names one lesson: for `= ANY (…)` PostgreSQL plans the comparison anew each time, because the number of
-- lessons decides (ADR-031).
CREATE OR REPLACE FUNCTION "participants_conformes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cibles uuid[];
  cible uuid;
BEGIN
  IF TG_TABLE_NAME = 'reservations' THEN cibles := ARRAY[NEW."id"];
  ELSIF TG_OP = 'INSERT' THEN cibles := ARRAY[NEW."reservation_id"];
  ELSIF TG_OP = 'DELETE' THEN cibles := ARRAY[OLD."reservation_id"];
  ELSE cibles := ARRAY[OLD."reservation_id", NEW."reservation_id"];
  END IF;
  FOREACH cible IN ARRAY cibles LOOP
    PERFORM FROM "reservations" r CROSS JOIN LATERAL (
      SELECT array_agg(p."nom" ORDER BY p."position") AS "noms", array_agg(p."user_id") AS "comptes" FROM "participants" p WHERE p."reservation_id" = r."id"
    ) s
    WHERE r."id" = cible AND (r."noms_participants" IS DISTINCT FROM s."noms" OR (r."user_id" IS NOT NULL AND (r."user_id" = ANY (s."comptes")) IS NOT TRUE));
    IF FOUND THEN
      RAISE EXCEPTION 'the names of reservation % are not those of its seats', cible USING ERRCODE = 'check_violation', CONSTRAINT = 'participants_conformes';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
