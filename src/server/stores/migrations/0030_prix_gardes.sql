-- stop: the version before stores seats without their price, and reads the column "prix"."prix".
CREATE TABLE "prix_valables" (
	"type_lecon" text NOT NULL,
	"du" date NOT NULL,
	"centimes" integer NOT NULL,
	CONSTRAINT "prix_valables_type_lecon_du_pk" PRIMARY KEY("type_lecon","du"),
	CONSTRAINT "prix_valables_montant" CHECK ("centimes" between 0 and 9999999),
	CONSTRAINT "prix_valables_siecle" CHECK ("du" between '2000-01-01' and '2100-12-31')
);
--> statement-breakpoint
-- The present price of a type has held from the first day on, because nothing is known of those before it. A type that never had a price has no row.
INSERT INTO "prix_valables" SELECT "type_lecon", '2000-01-01', ("prix" * 100)::integer FROM "prix" WHERE "prix" > 0;
--> statement-breakpoint
CREATE TRIGGER "regles_changees" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "prix_valables" FOR EACH STATEMENT EXECUTE FUNCTION "regles_changees"();
--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "seatsPricedOn" date;--> statement-breakpoint
-- What waits for the commit is compared now: a table with waiting changes cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "centimes" integer, DROP CONSTRAINT "participants_position_connue";--> statement-breakpoint
ALTER TABLE "participants_retires" ADD COLUMN "centimes" integer;--> statement-breakpoint
ALTER TABLE "participants_supprimes" ADD COLUMN "centimes" integer;--> statement-breakpoint
-- Stored seats get the present price of their type; those of a deleted type have none. Neither names nor accounts change, so nothing is compared.
ALTER TABLE "participants" DISABLE TRIGGER "participants_conformes";--> statement-breakpoint
UPDATE "participants" s SET "centimes" = (p."prix" * 100)::integer
  FROM "reservations" r JOIN "prix" p ON p."type_lecon" = r."type_lecon" WHERE r."id" = s."reservation_id";
--> statement-breakpoint
ALTER TABLE "participants" ENABLE TRIGGER "participants_conformes";--> statement-breakpoint
UPDATE "participants_retires" s SET "centimes" = (p."prix" * 100)::integer
  FROM (SELECT "id", "type_lecon" FROM "reservations" UNION ALL SELECT "id", "type_lecon" FROM "reservations_supprimees") r
  JOIN "prix" p ON p."type_lecon" = r."type_lecon" WHERE r."id" = s."reservation_id";
--> statement-breakpoint
UPDATE "participants_supprimes" s SET "centimes" = (p."prix" * 100)::integer
  FROM "reservations_supprimees" r JOIN "prix" p ON p."type_lecon" = r."type_lecon" WHERE r."id" = s."reservation_id";
--> statement-breakpoint
UPDATE "parametres" SET "seatsPricedOn" = (now() AT TIME ZONE 'Europe/Brussels')::date WHERE EXISTS (SELECT FROM "participants" UNION ALL SELECT FROM "participants_supprimes");
--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_connus" CHECK ("position" between 1 and 10 and "centimes" between 0 and 9999999);--> statement-breakpoint
ALTER TABLE "prix" DROP COLUMN "prix";--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;
