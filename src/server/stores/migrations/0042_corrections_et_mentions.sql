ALTER TABLE "lignes_libres" ADD COLUMN "fige" integer;--> statement-breakpoint
ALTER TABLE "releves" ADD COLUMN "mentions" jsonb;--> statement-breakpoint
-- Corrections follow their seats from now on (REL-06). One of a seat that costs less by now has been a credit until today, which the desk may
-- have told or paid back: it stays what it is, and is listed (REL-78).
UPDATE "lignes_libres" f SET "fige" = f."centimes"
WHERE f."corrige" IS NOT NULL AND NOT EXISTS (SELECT FROM "lignes_libres" o WHERE o."id" = f."corrige") AND -f."centimes" > COALESCE((
  SELECT sum(c."centimes") FROM (
    SELECT p."centimes" FROM "participants" p JOIN "reservations" r ON r."id" = p."reservation_id", "parametres" s
    WHERE p."id" = f."corrige" AND p."user_id" = f."client_id" AND p."facturee" AND r."statut" = 'confirmee' AND r."date_reservation" >= nullif(s."billingSince", '')::date
    UNION ALL
    SELECT l."centimes" FROM "lignes" l, "parametres" s
    WHERE f."corrige" IN (l."id", l."place") AND l."user_id" = f."client_id" AND l."jour" >= nullif(s."billingSince", '')::date
  ) c
), 0);
