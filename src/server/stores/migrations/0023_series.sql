ALTER TABLE "reservations" ADD COLUMN "serie_id" uuid;--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "serie_jours" integer;--> statement-breakpoint
ALTER TABLE "reservations_supprimees" ADD COLUMN "serie_id" uuid;--> statement-breakpoint
ALTER TABLE "reservations_supprimees" ADD COLUMN "serie_jours" integer;--> statement-breakpoint
CREATE INDEX "reservations_serie" ON "reservations" USING btree ("serie_id") WHERE "serie_id" is not null;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_rythme" CHECK (("serie_id" is null) = ("serie_jours" is null) and "serie_jours" in (7, 14));