"""The composition root, one module for each thing that is started: it joins the parts by name."""
