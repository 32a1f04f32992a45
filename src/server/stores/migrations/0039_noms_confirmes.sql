-- A row that leads to itself says that its rider is one person (CLI-14).
ALTER TABLE "orthographes" DROP CONSTRAINT "orthographes_differentes";
