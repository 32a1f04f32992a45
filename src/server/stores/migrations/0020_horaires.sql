-- What waits for the commit is compared now: a table with waiting changes cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "horaires" jsonb DEFAULT '{"semaine":[null,null,null,null,null,null,null],"saisons":[]}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "reservations" DROP CONSTRAINT "reservations_heures",
  ADD CONSTRAINT "reservations_heures" CHECK ("heure_debut" >= '06:00' and "heure_fin" <= '23:00' and "heure_debut" < "heure_fin");--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;
