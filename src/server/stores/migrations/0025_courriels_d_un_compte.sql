-- The parts before the @ of the addresses that an email mentions, in lower case. It only narrows down the emails that an erasure compares, so
-- it may return too much, never too little: in the text of a JSON value a line break before an address is written \n, therefore no part
-- begins with n, r or t.
CREATE OR REPLACE FUNCTION "adresses_citees"("contenu" jsonb, "erreur" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array(SELECT DISTINCT found[1] FROM regexp_matches(lower(contenu::text || ' ' || coalesce(erreur, '') COLLATE "C"), '[nrt]*([a-z0-9._%+-]*)@', 'g') found)
$$;--> statement-breakpoint
DROP INDEX "courriels_user";--> statement-breakpoint
DROP INDEX "courriels_reservation";--> statement-breakpoint
CREATE INDEX "courriels_destinataire" ON "courriels" USING btree ("destinataire") WHERE "statut" <> 'en_attente';--> statement-breakpoint
CREATE INDEX "courriels_comptes" ON "courriels" USING gin (("contenu" -> 'comptes')) WHERE "contenu" ? 'comptes';--> statement-breakpoint
CREATE INDEX "courriels_adresses" ON "courriels" USING gin ("adresses_citees"("contenu", "derniere_erreur")) WHERE ("contenu"::text like '%@%' or "derniere_erreur" like '%@%');--> statement-breakpoint
CREATE INDEX "courriels_personnes" ON "courriels" USING btree ("sorte") WHERE "sorte" in ('inscription', 'inscriptions_groupees', 'inscriptions_en_attente', 'alerte_admins');--> statement-breakpoint
CREATE INDEX "courriels_user" ON "courriels" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "courriels_reservation" ON "courriels" USING btree ("reservation_id");