ALTER TABLE "courriels" DROP CONSTRAINT "courriels_sorte_connue";--> statement-breakpoint
ALTER TABLE "sauvegardes" DROP CONSTRAINT "sauvegardes_origine_connue";--> statement-breakpoint
ALTER TABLE "demandes_de_lien" DROP CONSTRAINT "demandes_de_lien_usage_connu";