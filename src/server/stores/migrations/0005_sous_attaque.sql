CREATE TABLE "demandes_de_lien" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"usage" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "demandes_de_lien_usage_connu" CHECK ("usage" in ('mot_de_passe', 'confirmation_adresse'))
);
--> statement-breakpoint
ALTER TABLE "courriels" DROP CONSTRAINT "courriels_sorte_connue";--> statement-breakpoint
ALTER TABLE "courriels" ADD CONSTRAINT "courriels_sorte_connue" CHECK ("sorte" in ('approbation', 'refus', 'mot_de_passe', 'confirmation_adresse', 'inscription', 'inscriptions_groupees', 'reservation_confirmee', 'reservation_modifiee', 'reservation_annulee', 'rappel', 'essai', 'libre'));